#if ServiceLifecycle
  import RefineryLifecycle
  import ServiceLifecycle
  import ServiceLifecycleTestKit
  import Testing
#endif
