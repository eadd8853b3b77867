// `import RefineryContracts` also gives the server on which its contracts run.
@_exported public import RefineryLoopback
