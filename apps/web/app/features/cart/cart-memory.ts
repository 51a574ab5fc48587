import { createStore } from '#ui/external-store.ts'

interface Memory {
  /** The user is signed in and the contents are theirs. */
  isReady: boolean
  inCart: ReadonlySet<number>
  owned: ReadonlySet<number>
}

const NOBODY: Memory = { isReady: false, inCart: new Set(), owned: new Set() }

/** The state that every card shows for its mod. Updated by cart-button.tsx, which loads after the page. */
export const cartMemory = { ...createStore(NOBODY), nobody: NOBODY }

/** The side panel: closed, or opened by the element that had the focus. */
export const cartPanel = createStore<{ openedFrom: Element | null } | null>(null)

export const openCart = () => cartPanel.set({ openedFrom: document.activeElement })
