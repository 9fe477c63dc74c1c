title = 66
about = Un gioco di memoria: vince chi ha meno punti, e le proprie carte non si vedono quasi mai.
aim = Ricorda le tue carte, cambia le alte con le basse, e ferma quando hai meno di tutti.

# Quelle che hanno il nome di ciò che la partita aspetta dicono più di un verbo.
prompt-peek-at-own = Scegli una delle tue carte per guardarla.
prompt-peek-at-other = Scegli la carta di un altro giocatore per guardarla.
prompt-own-for-exchange = Scambio: scegli la tua carta da dare via.
    .next = Scegli la carta di un altro giocatore che vuoi al posto della tua.
prompt-other-for-exchange = Scegli la carta di un altro giocatore che vuoi al posto della tua.
prompt-claim-held = Le tue carte sono uguali: prendine una al posto di tutte.
prompt-deck-card = Scegli la tua carta da sostituire, o più carte uguali, oppure scartala.
    .next = Sostituiscila, o scegli le carte uguali a questa.
prompt-pile-card = Scegli la tua carta da sostituire, o più carte uguali.
    .next = Sostituiscila, o scegli le carte uguali a questa.
prompt-next = Comincia la prossima smazzata quando hai visto le carte.
prompt-replace = Prendi una carta, scegline una tua per quella scartata, o più carte uguali.
    .next = Sostituiscila, o scegli le carte uguali a questa.
prompt-show = Prendi una carta dal mazzo, o scegli le tue carte uguali.
    .next = Scegli le carte uguali a questa.
prompt-stop = Prendi una carta, o ferma la smazzata se pensi di avere meno di tutti.
prompt-pile = Prendi una carta: dal mazzo, o quella scartata.
prompt-deck = Prendi una carta dal mazzo.

lesson-1 = Le tue carte 1 e 2 sono un 1 e un 12: ricordale. Ora è stato scartato un 1: prendilo.
lesson-2 = Le carte alte sono un peso. La carta 2 è il 12: toccala, e l'1 va al suo posto.
lesson-3 = La carta scartata ora non serve: prendine una dal mazzo. La vedi solo tu.
lesson-4 = Un 7 è troppo alto per te. Scartalo: un 7 o un 8 ti lascia guardare una delle tue carte.
lesson-5 = Non conosci ancora le tue carte 3 e 4. Tocca la carta 3 per guardarla.
lesson-6 = Sai che hai 1 + 1 + 0 e un'altra carta. È poco: ferma la smazzata. Gli altri hanno ancora un turno.
lesson-end = Avevi meno di tutti, quindi niente punti per te. Quando uno supera 66, vince chi ha meno punti.

round-started = { $you ->
    [yes] Smazzata { $round }: cominci tu.
   *[no] Smazzata { $round }: comincia { $seat }.
}
dealt = Ogni giocatore riceve { $each } carte coperte.
first-two-seen = { $you ->
    [yes] Guardi le tue prime due carte: { $cards }.
   *[no] { $seat } guarda le proprie carte 1 e 2.
}
    .later = Guardi le tue prime due carte.
# Il tavolo mostra di chi è il turno: una frase non direbbe niente di nuovo.
turn-started = {""}
deck-card-taken = { $you ->
    [yes] Prendi una carta dal mazzo: { $card }.
   *[no] { $seat } prende una carta dal mazzo.
}
    .later = Prendi una carta dal mazzo.
pile-card-taken = { $you ->
    [yes] Prendi la carta scartata.
   *[no] { $seat } prende la carta scartata.
}
round-stopped = { $you ->
    [yes] Fermi la smazzata: gli altri hanno ancora un turno ciascuno.
   *[no] { $seat } ferma la smazzata: gli altri hanno ancora un turno ciascuno.
}
cards-shown = { $you ->
    [yes] Mostri agli altri le tue carte { $indexes }.
   *[no] { $cards_hidden ->
        [yes] { $seat } mostra agli altri le carte { $indexes }.
       *[no] { $seat } mostra le carte { $indexes }: { $cards }.
    }
} { $equal ->
    [yes] Sono tutte uguali.
   *[no] Non sono tutte uguali.
}
claim-held = { $you ->
    [yes] Le tue carte sono { $cards }. Prendi una carta al loro posto.
   *[no] Le carte di { $seat } sono { $cards }. { $seat } prende una carta al loro posto.
}
    .later = Le tue carte sono uguali. Prendi una carta al loro posto.
replaced = { $you ->
    [yes] Sostituisci { $indexes_number ->
        [one] la tua carta { $indexes }
       *[other] le tue carte { $indexes }
    } con { $from_deck ->
        [yes] la carta del mazzo
       *[no] la carta scartata
    } e scarti { $cards }.
   *[no] { $seat } sostituisce { $indexes_number ->
        [one] la carta { $indexes }
       *[other] le carte { $indexes }
    } con { $from_deck ->
        [yes] la carta del mazzo
       *[no] la carta scartata
    } e scarta { $cards }.
}
discarded = { $you ->
    [yes] Scarti { $card }.
   *[no] { $seat } scarta { $card }.
}
own-card-chosen = { $you ->
    [yes] Hai scelto la tua carta { $index } per lo scambio.
   *[no] { $seat } ha scelto la propria carta { $index } per lo scambio.
}
peeked = { $you ->
    [yes] { $owner_you ->
        [yes] Guardi la tua carta { $index }: { $card }.
       *[no] Guardi la carta { $index } di { $owner }: { $card }.
    }
   *[no] { $owner_you ->
        [yes] { $seat } guarda la tua carta { $index }.
       *[no] { $own ->
            [yes] { $seat } guarda la propria carta { $index }.
           *[no] { $seat } guarda la carta { $index } di { $owner }.
        }
    }
}
    .later = { $owner_you ->
        [yes] Guardi la tua carta { $index }.
       *[no] Guardi la carta { $index } di { $owner }.
    }
exchanged = { $you ->
    [yes] Scambi la tua carta { $index } con la carta { $other_index } di { $other }.
   *[no] { $other_you ->
        [yes] { $seat } scambia la carta { $index } con la tua carta { $other_index }.
       *[no] { $seat } scambia la carta { $index } con la carta { $other_index } di { $other }.
    }
}
round-finished = La smazzata va a { $round_winner }. Totali: { $totals_by_seat }.
    .hands = Mano
    .sums = Somma delle carte
    .scores = Punti della smazzata
    .totals = Totale
match-ended = { $winner_number ->
    [one] Vince { $winner }
   *[other] Vincono { $winner }
}.

refusal-claim-needs-two = { $text } non si può: servono due o più carte diverse. Prova { $legal }.
refusal-not-your-own = { $text } non si può: serve la carta di un altro giocatore. Prova { $legal }.
refusal-no-such-card = { $text } non si può: quella carta non c'è. Prova { $legal }.

move-deck = prendi una carta dal mazzo
move-pile = prendi la carta scartata
move-stop = ferma il gioco
move-own = { $waiting_for ->
    [peek-at-own] guarda la tua carta { $spot }
    [own-for-exchange] dai in cambio la tua carta { $spot }
   *[other] sostituisci la tua carta { $spot } con la carta presa
}
    .any = una delle tue carte, per esempio { $example }: { $meaning }
move-show = dichiara che le tue carte { $spots } sono uguali
    .any = dichiara che due o più delle tue carte sono uguali, per esempio { $example }: { $meaning }
move-discard = scarta la carta che hai preso
move-other = { $waiting_for ->
    [other-for-exchange] prendi in cambio la carta { $spot } di { $player }
   *[other] guarda la carta { $spot } di { $player }
}
    .any = una delle carte di { $player }, per esempio { $example }: { $meaning }
move-next = comincia il prossimo turno di gioco
move-replace = sostituisci la tua carta { $spot } con la carta scartata
    .any = sostituisci una delle tue carte con la carta scartata, per esempio { $example }: { $meaning }
move-exchange = scambia la tua carta { $spot } con la carta { $spot_2 } di { $player }
    .any = scambia una delle tue carte con una di { $player }, per esempio { $example }: { $meaning }

option-variant = Le carte uguali si dichiarano
    .standard = dopo aver preso una carta
    .draft = prima di prendere una carta

fact-round = Smazzata
fact-turn = Turno
fact-stopper = Fermata da
    .kind = seat
