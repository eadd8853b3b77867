#if Curl
  import CCurl
  public import RefineryCore
  import RefineryTransport
#endif
