import { DomainError } from '#lib/domain-error.ts'

/** A storage failure answers "storage unavailable", because a retry may help. */
export const fromStorage = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((cause: unknown) => {
    throw new DomainError('storage.away', { cause })
  })
