print("refinery")
