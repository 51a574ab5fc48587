import { lazy, type ReactElement, Suspense, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { removeTooltipTarget, setTooltipTarget, type TooltipTarget, tooltipTargets } from '#ui/tooltip-targets.ts'

const TooltipLayer = lazy(async () => ({ default: (await import('#ui/tooltip-layer.tsx')).TooltipLayer }))

interface LazyTooltipProps {
  label: string
  children: ReactElement
}

/** A tooltip without initial cost: its child is plain until LazyTooltipLayer has loaded. */
export const LazyTooltip = ({ label, children }: LazyTooltipProps) => {
  const id = useId()
  const host = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const element = host.current?.firstElementChild
    if (element) setTooltipTarget({ id, element, label })
  })
  useEffect(() => () => removeTooltipTarget(id), [id])

  return (
    <span ref={host} className="contents">
      {children}
    </span>
  )
}

const none: readonly TooltipTarget[] = []

// Safari has no requestIdleCallback.
const whenIdle = (run: () => void) => {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(run)
    return () => cancelIdleCallback(handle)
  }
  const handle = setTimeout(run, 300)
  return () => clearTimeout(handle)
}

/** Mounted once in the root: loads the tooltips when the browser is idle. */
export const LazyTooltipLayer = () => {
  const targets = useSyncExternalStore(tooltipTargets.subscribe, tooltipTargets.get, () => none)
  const isNeeded = targets.length > 0
  const [isIdle, setIdle] = useState(false)

  useEffect(() => {
    if (isNeeded) return whenIdle(() => setIdle(true))
  }, [isNeeded])

  if (!isIdle) return null
  return (
    <Suspense>
      <TooltipLayer targets={targets} />
    </Suspense>
  )
}
