language = Italiano
and = { $first } e { $last }
either = { $first } oppure { $last }
quoted = «{ $text }»
die = { $face ->
    [1] un uno
    [2] un due
    [3] un tre
    [4] un quattro
    [5] un cinque
    [6] un sei
   *[other] { $face }
}
no-cards = nessuna carta
picked-own = la tua carta { $n }
picked-of = la carta { $n } di { $player }
picked-hidden = una carta coperta

house-rule = { $rule }: { $value ->
    [true] sì
    [false] no
   *[other] { $value }
}

refusal-no-such-seat = Il posto { $seat } non esiste; i posti vanno da 0 a { $last }.
refusal-over = La partita è finita.
refusal-not-your-turn = Non è il tuo turno; tocca a { $who }.
refusal-unreadable = "{ $text }" qui non è una mossa; prova { $legal }.
refusal-not-legal = { $text } ora non si può; prova { $legal }.
refusal-not-pickable = { $text } ora non si può scegliere; prova { $legal }.
refusal-nothing-to-undo = Non c'è una tua mossa che si possa ritirare.
    .moved = Dopo la tua ultima mossa ha già mosso qualcun altro, perciò resta.
    .drawn = Dopo la tua mossa è stata presa una carta o sono stati tirati i dadi, perciò resta.
    .seen = Altri hanno saputo qualcosa dalla tua mossa, perciò resta.
    .table = A questo tavolo le mosse non si ritirano.
refusal-name-empty = Il nome non può essere vuoto.
refusal-name-computer = Il nome non può essere Computer
refusal-name-long = Un nome ha al massimo { $longest } caratteri.
refusal-name-strange = Un nome è fatto di caratteri stampabili.
refusal-name-taken = Il nome { $name } è già preso.
