title = Dadi
about = Un dado, dodici turni, tre giocatori: tira o salta, e occhio alle sorprese.
aim = Fai più punti di tutti alla fine dei turni, oppure 10 più degli altri prima.

prompt-reroll = È un 1: lo tieni, o ritiri?
prompt-skip = Tiri il dado, o salti il turno?
prompt-throw = Tira il dado.

lesson-1 = Tira il dado. Un 3 conta 3; un 2 conta il triplo, un 4 o un 6 solo la metà.
lesson-2 = Il tuo 2 ha contato 6: il prossimo giocatore ha saltato il turno. Tira ancora.
lesson-3 = Un 1 conta 1, oppure si tira ancora e conta ciò che esce. Ritira.
lesson-4 = Due 1 di fila: con un terzo perdi tutti i punti. Sei in testa, quindi salta questo turno.
lesson-end = Un 5 conta 5 volte un secondo tiro. Vince chi ha più punti dopo dodici turni, o prima chi ne ha 10 più degli altri.

order-drawn = L'ordine di gioco è { $order }.
skipped = { $you ->
    [yes] Salti il turno.
   *[no] { $seat } salta il turno.
}
thrown = { $again ->
    [five] { $you ->
        [yes] Il tuo dado viene tirato di nuovo: { $face }.
       *[no] Il dado di { $seat } viene tirato di nuovo: { $face }.
    }
    [asked] { $you ->
        [yes] Ritiri il dado: { $face }.
       *[no] { $seat } ritira il dado: { $face }.
    }
   *[no] { $you ->
        [yes] Tiri il dado: { $face }.
       *[no] { $seat } tira il dado: { $face }.
    }
}
kept = { $you ->
    [yes] Tieni l'1.
   *[no] { $seat } tiene l'1.
}
points-reset = { $you ->
    [yes] Tre tiri uguali: i tuoi punti tornano a 0.
   *[no] Tre tiri uguali: i punti di { $seat } tornano a 0.
}
turn-ended = { $you ->
    [yes] Conto del dado: { $count }. I tuoi punti: { $points }.
   *[no] Conto del dado: { $count }. Punti di { $seat }: { $points }.
}
colour-changed = { $you ->
    [yes] I tuoi punti
   *[no] I punti di { $seat }
} ora sono { $colour ->
    [red] rossi
    [green] verdi
    [blue] blu
    [yellow] gialli
   *[purple] viola
}.
equality = Parità!
turn-lost = { $you ->
    [yes] Dopo un 6 il tuo turno salta.
   *[no] Dopo un 6 il turno di { $seat } salta.
}
match-ended = Punti: { $points_by_seat }. { $winner_number ->
    [one] Vince { $winner }
   *[other] Vincono { $winner }
}.
congratulated = Congratulazioni { $seat }, hai vinto la partita! Nessuno è come te!

move-throw = tira il dado
move-skip = salta il turno
move-reroll = ritira il dado
move-keep = tieni l'1

option-turns = Turni in tutto
option-skip_on = Il prossimo giocatore salta il turno dopo
    .count = un conto di 6
    .face = un 6 sul dado
option-early_end_ignores_ties = Dieci punti di vantaggio bastano anche se gli altri due sono pari

fact-turn = Turno
fact-turns = Turni in tutto
