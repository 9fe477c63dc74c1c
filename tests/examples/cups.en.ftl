title = Cups
about = Two dice each, hidden in a cup. Bid on all of them, or doubt the last bid.
bid = { $you ->
    [yes] You bid { $count } times { $rank }.
   *[no] { $seat } bids { $count } times { $rank }.
}
opened = { $seat } doubts. All cups are opened: { $hands_by_seat }. There are { $there }, and { $lost } loses.
move-bid = bid { $n } times { $rank }
move-doubt = doubt the last bid
fact-count = Bid
fact-rank = Number
place-cup = Cup
