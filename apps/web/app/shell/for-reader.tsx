import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { User } from '@slipstream/contract/users'
import { useUser } from '#features/auth/auth.queries.ts'
import { Skeleton } from '#ui/skeleton.tsx'

interface ForReaderProps {
  /** Null when signed out. Undefined while unknown and until hydration, because the HTML is the same for everybody. */
  children: (reader: User | null | undefined) => ReactNode
}

/** A lazy section of a public page that depends on who reads it. */
export const ForReader = ({ children }: ForReaderProps) => (
  <Suspense fallback={<Skeleton className="mt-5 h-96 rounded-2xl" />}>
    <Hydrated>{children}</Hydrated>
  </Suspense>
)

const Hydrated = ({ children }: ForReaderProps) => {
  const { data: user } = useUser()
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return children(isHydrated ? user : undefined)
}
