import { type Ref, useEffect, useImperativeHandle } from 'react'
import { Tooltip, TooltipProvider } from '#ui/tooltip.tsx'
import type { TooltipTarget } from '#ui/tooltip-targets.ts'

interface AttachProps {
  element: Element
  ref?: Ref<Element>
  'aria-describedby'?: string
}

/**
 * Renders in place of the tooltip's trigger and passes its handlers to an element that is already on the page. Wrapping
 * that element would remount it, and focus, or a dialog's return to its button, would be lost.
 */
const Attach = ({ element, ref, 'aria-describedby': describedBy, ...trigger }: AttachProps) => {
  useImperativeHandle(ref, () => element, [element])

  useEffect(() => {
    const attached = new AbortController()
    for (const [name, handler] of Object.entries(trigger)) {
      if (!/^on[A-Z]/.test(name) || typeof handler !== 'function') continue
      element.addEventListener(name.slice(2).toLowerCase(), handler as EventListener, { signal: attached.signal })
    }
    return () => attached.abort()
  })

  useEffect(() => {
    if (!describedBy) return
    const before = element.getAttribute('aria-describedby')
    element.setAttribute('aria-describedby', before ? `${before} ${describedBy}` : describedBy)
    return () => {
      if (before === null) element.removeAttribute('aria-describedby')
      else element.setAttribute('aria-describedby', before)
    }
  }, [element, describedBy])

  return null
}

export const TooltipLayer = ({ targets }: { targets: readonly TooltipTarget[] }) => (
  <TooltipProvider>
    {targets.map(({ id, element, label }) => (
      <Tooltip key={id} label={label}>
        <Attach element={element} />
      </Tooltip>
    ))}
  </TooltipProvider>
)
