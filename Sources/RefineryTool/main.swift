import RefineryCommand

await Tool().main()
