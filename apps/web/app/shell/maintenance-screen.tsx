import { Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import backdrop from '#assets/muscle-1600.webp'
import backdropSmall from '#assets/muscle-800.webp'

interface MaintenanceScreenProps {
  isAdmin: boolean
  /** Below the specified texts. */
  note?: ReactNode
}

export const MaintenanceScreen = ({ isAdmin, note }: MaintenanceScreenProps) => (
  <main className="dark relative grid min-h-dvh place-items-center overflow-hidden bg-background px-5 text-foreground">
    <img
      src={backdrop}
      srcSet={`${backdropSmall} 800w, ${backdrop} 1600w`}
      sizes="100vw"
      alt=""
      className="absolute inset-0 size-full object-cover opacity-50"
    />
    <div className="absolute inset-0 bg-gradient-to-t from-background via-background/70 to-background/40" />
    <div className="relative max-w-xl py-16 text-center">
      <p className="eyebrow inline-flex items-center gap-2 text-primary">
        <Wrench className="size-4" aria-hidden="true" />
        Maintenance Mode
      </p>
      <h1 className="display mt-5 text-[40px] md:text-[56px]">We'll be back soon!</h1>
      <p className="mt-5 text-[17px] leading-relaxed text-muted">
        Our site is currently undergoing scheduled maintenance to bring you an even better experience.
      </p>
      {note}
      <Button asChild variant="outline" size="lg" className="mt-8">
        {isAdmin ? <Link to="/admin">Admin Dashboard</Link> : <Link to="/login">Login</Link>}
      </Button>
    </div>
  </main>
)
