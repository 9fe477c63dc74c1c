title = Trick
about = Three coins each. The highest takes the trick, and the fewest tricks win.
card = the { $rank } of coins
laid = { $you ->
    [yes] You lay { $card }.
   *[no] { $seat } lays { $card }.
}
taken = { $you ->
    [yes] You take the trick.
   *[no] { $seat } takes the trick.
}
move-lay = lay { $card }
