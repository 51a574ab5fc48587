/** The interface of each of the five services for the command line and the tests. */
export interface Service {
  name: 'postgres' | 'redis' | 's3' | 'mailbox' | 'emulators'
  address: string
  /** Creates and starts whatever is missing, and returns when the service answers. */
  start: () => Promise<void>
  stop: () => Promise<void>
  /** One real exchange in the service's own protocol. Rejects when the service cannot do its work. */
  check: () => Promise<unknown>
  pids: () => number[]
}
