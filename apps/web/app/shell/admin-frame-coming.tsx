import type { ReactNode } from 'react'
import { useStore } from '#features/settings/settings.queries.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Logo } from './logo.tsx'

/** The store's name above the menu of the admin pages. */
export const Brand = () => {
  const { storeName, logo, isDemo } = useStore()
  return <Logo storeName={storeName} logo={logo} note={isDemo ? 'Demo admin' : 'Admin'} />
}

const ROWS = ['w-32', 'w-40', 'w-24', 'w-36', 'w-28']

/** A placeholder of the admin layout with the same dimensions, shown until the user is known. */
export const AdminFrameComing = ({ children }: { children: ReactNode }) => (
  <div className="min-h-dvh md:flex">
    <div className="sticky top-0 hidden h-dvh w-64 shrink-0 flex-col border-r bg-background md:flex">
      <div className="flex h-16 shrink-0 items-center px-4">
        <Brand />
      </div>
      <div className="flex flex-col gap-5 px-5 py-4">
        {ROWS.map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    </div>
    <div className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b bg-background px-2 md:hidden">
      <span className="size-11" />
      <Brand />
    </div>
    {children}
  </div>
)
