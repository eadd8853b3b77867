import RefineryCommand

await Tool.refinery().main()
