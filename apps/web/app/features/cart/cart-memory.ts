import { createStore } from '#ui/external-store.ts'

interface Memory {
  /** Somebody is signed in, and what is known is theirs. */
  isReady: boolean
  inCart: ReadonlySet<number>
  owned: ReadonlySet<number>
}

const NOBODY: Memory = { isReady: false, inCart: new Set(), owned: new Set() }

/** What every card tells about its mod. Kept by who asks the store (cart-button.tsx), which comes after the page. */
export const cartMemory = { ...createStore(NOBODY), nobody: NOBODY }

/** The side panel: shut, or opened by somebody who had the focus then. */
export const cartPanel = createStore<{ openedFrom: Element | null } | null>(null)

export const openCart = () => cartPanel.set({ openedFrom: document.activeElement })
