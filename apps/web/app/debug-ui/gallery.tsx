import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { AdminShow } from './admin-show.tsx'
import { ButtonShow } from './button-show.tsx'
import { ChartShow } from './chart-show.tsx'
import { FormShow } from './form-show.tsx'
import { FoundationShow } from './foundation-show.tsx'
import { InputShow } from './input-show.tsx'
import { OverlayShow } from './overlay-show.tsx'
import { StateShow } from './state-show.tsx'
import { TableShow } from './table-show.tsx'
import { LazyToaster } from '#ui/lazy-toaster.tsx'
import { LazyTooltipLayer } from '#ui/lazy-tooltip.tsx'
import { TooltipProvider } from '#ui/tooltip.tsx'

/** Every component in every state, for developers. Served in development only. */
export const Gallery = () => {
  const [hasLargeText, setLargeText] = useState(false)
  return (
    <TooltipProvider>
      <main className="mx-auto flex max-w-[1360px] flex-col gap-14 px-5 py-10 md:px-8">
        <header className="flex flex-wrap items-end justify-between gap-4">
          <div>
            <p className="eyebrow text-primary">Development</p>
            <h1 className="display mt-3 text-display-l">Components</h1>
          </div>
          <div className="flex gap-2">
            <Button variant="outline" size="sm" onClick={() => document.documentElement.classList.toggle('dark')}>
              Switch theme
            </Button>
            <Button
              variant="outline"
              size="sm"
              aria-pressed={hasLargeText}
              onClick={() => {
                setLargeText(!hasLargeText)
                document.documentElement.style.fontSize = hasLargeText ? '' : '200%'
              }}
            >
              200% text
            </Button>
          </div>
        </header>
        <FoundationShow />
        <ButtonShow />
        <InputShow />
        <OverlayShow />
        <StateShow />
        <TableShow />
        <AdminShow />
        <FormShow />
        <ChartShow />
      </main>
      <LazyToaster />
      <LazyTooltipLayer />
    </TooltipProvider>
  )
}
