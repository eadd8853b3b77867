// Placeholder, replaced at once.
