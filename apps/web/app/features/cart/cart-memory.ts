import { useSyncExternalStore } from 'react'
import { createStore } from '#ui/external-store.ts'

interface Memory {
  /** The user is signed in and the contents are theirs. */
  isReady: boolean
  inCart: ReadonlySet<number>
  owned: ReadonlySet<number>
  /** In the cart to be bought, although Premium includes them. */
  toKeep: ReadonlySet<number>
  /** Premium is active. */
  isMember: boolean
}

const NOBODY: Memory = { isReady: false, inCart: new Set(), owned: new Set(), toKeep: new Set(), isMember: false }

/** The state that every card shows for its mod. Updated by cart-button.tsx, which loads after the page. */
export const cartMemory = { ...createStore(NOBODY), nobody: NOBODY }

/** Whether a mod is free for this member. Mods that they own, or have chosen to buy, are not "included". */
export const isIncludedFor = (
  { isMember, owned, toKeep }: Memory,
  { id, includedWithPremium }: { id: number; includedWithPremium: boolean },
) => isMember && includedWithPremium && !owned.has(id) && !toKeep.has(id)

export const useCartMemory = () => useSyncExternalStore(cartMemory.subscribe, cartMemory.get, () => cartMemory.nobody)

/** The side panel: closed, or opened by the element that had the focus. */
export const cartPanel = createStore<{ openedFrom: Element | null } | null>(null)

export const openCart = () => cartPanel.set({ openedFrom: document.activeElement })
