"""Limits on a pace: so many at once, and so many a second after that."""

from settebello.table.pace import Bucket, Buckets, rounded_up

NEVER = 1e-6  # a rate


def test_a_bucket_lets_some_through_at_once_and_the_rest_at_its_pace() -> None:
    bucket = Bucket(rate=2.0, most=3)
    assert [bucket.take(10.0) for _ in range(5)] == [0, 0, 0, 0.5, 0.5]
    assert bucket.take(10.25) == 0.25
    assert bucket.take(10.5) == 0
    assert bucket.take(10.5) == 0.5


def test_a_bucket_does_not_save_up_more_than_it_holds() -> None:
    bucket = Bucket(rate=1.0, most=2)
    assert [bucket.take(1e6) > 0 for _ in range(3)] == [False, False, True]


def test_addresses_have_buckets_of_their_own_and_old_ones_are_forgotten() -> None:
    buckets = Buckets(rate=NEVER, most=1, addresses=10)
    assert buckets.take("a", 0.0) == 0
    assert buckets.take("a", 0.0) > 0
    for number in range(1000):
        assert buckets.take(str(number), 0.0) == 0
    assert len(buckets._buckets) <= 10
    assert buckets.take("999", 0.0) > 0  # the newest are remembered


def test_who_has_waited_is_forgotten_first() -> None:
    buckets = Buckets(rate=1.0, most=1, addresses=2)
    buckets.take("patient", 0.0)
    buckets.take("greedy", 9.9)
    buckets.take("new", 10.0)
    assert buckets.take("greedy", 10.0) > 0


def test_what_is_given_back_passes_again_and_no_more_than_the_most() -> None:
    bucket = Bucket(rate=1.0, most=1)
    assert bucket.take(5.0) == 0
    bucket.give_back()
    bucket.give_back()
    assert bucket.take(5.0) == 0
    assert bucket.take(5.0) == 1


def test_a_wait_is_rounded_up_to_a_tenth() -> None:
    assert (rounded_up(0.01), rounded_up(0.3), rounded_up(1.21)) == (0.1, 0.3, 1.3)
