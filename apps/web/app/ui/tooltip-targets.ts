import { createStore } from '#ui/external-store.ts'

export interface TooltipTarget {
  id: string
  element: Element
  label: string
}

/** The elements that get a tooltip once its code has loaded. */
export const tooltipTargets = createStore<readonly TooltipTarget[]>([])

export const setTooltipTarget = (target: TooltipTarget) => {
  const current = tooltipTargets.get()
  const known = current.find(({ id }) => id === target.id)
  if (known?.element === target.element && known.label === target.label) return
  tooltipTargets.set([...current.filter(({ id }) => id !== target.id), target])
}

export const removeTooltipTarget = (removed: string) => {
  tooltipTargets.set(tooltipTargets.get().filter(({ id }) => id !== removed))
}
