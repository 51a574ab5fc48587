/** What the command line and the tests need to know of each of the five services. */
export interface Service {
  name: 'postgres' | 'redis' | 's3' | 'mailbox' | 'emulators'
  address: string
  /** Creates what is missing, starts what does not run and returns when the service answers. */
  start: () => Promise<void>
  stop: () => Promise<void>
  /** One real exchange in the service's own protocol; rejects when the service cannot do its work. */
  check: () => Promise<unknown>
  pids: () => number[]
}
