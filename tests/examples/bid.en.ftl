title = Bid
about = Two coins each, in secret. Bid for all four, or leave them to the other one.
card = the { $rank } of coins
bid = { $you ->
    [yes] You bid { $coins }.
   *[no] { $seat } bids { $coins }.
}
passed = { $seat } passes. The coins are { $hands }.
move-bid = bid { $n }
move-pass = pass
fact-bid = Bid
fact-yours = Your coins
