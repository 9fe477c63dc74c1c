"""What all tests share: hypothesis tries the same examples every time, however slow the machine."""

from hypothesis import settings

settings.register_profile("settebello", derandomize=True, deadline=None, max_examples=100)
settings.load_profile("settebello")
