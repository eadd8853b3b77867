#if AsyncHTTPClient
  public import AsyncHTTPClient
  public import RefineryCore
  import RefineryTransport
#endif
