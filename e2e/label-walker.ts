import type { Locator, Page } from '@playwright/test'
import { expect } from './store.ts'

type Name = string | RegExp
type Place = Pick<Page, 'getByRole' | 'getByLabel' | 'getByText'>

/** What a person recognizes as something to press. */
const PRESSED = ['link', 'button', 'menuitem', 'tab', 'checkbox', 'switch', 'radio'] as const

const exactly = (name: Name) => (typeof name === 'string' ? { name, exact: true } : { name })
const shown = (found: Locator) => found.filter({ visible: true }).first()

const controlIn = (place: Place, name: Name) => {
  const [first, ...rest] = PRESSED.map((role) => place.getByRole(role, exactly(name)))
  return shown(rest.reduce((found, each) => found.or(each), first!))
}

/** What a person does and reads in one part of a page. */
const handIn = (place: Place, used: { clicks: number; fields: number }) => ({
  /** Presses the first visible control of this name. */
  follow: async (name: Name) => {
    used.clicks += 1
    await controlIn(place, name).click()
  },
  /** Opens a folded part of the page by its title. */
  unfold: async (title: string) => {
    used.clicks += 1
    await shown(place.getByText(title, { exact: true })).click()
  },
  fill: async (label: Name, text: string) => {
    used.fields += 1
    await shown(typeof label === 'string' ? place.getByLabel(label, { exact: true }) : place.getByLabel(label)).fill(
      text,
    )
  },
  choose: async (label: string, option: string) => {
    used.fields += 1
    await shown(place.getByRole('combobox', { name: label })).selectOption(option)
  },
  read: (text: Name) => expect(shown(place.getByText(text))).toBeVisible(),
  isOn: (name: Name) => expect(controlIn(place, name)).toBeChecked(),
  isOff: (name: Name) => expect(controlIn(place, name)).not.toBeChecked(),
})

/** Parts of a page that people can tell apart by their name or by a text that nothing else beside them has. */
type Part = 'dialog' | 'region' | 'row' | 'listitem' | 'article' | 'navigation'

/**
 * Walks through the store by what a person can see: names of controls, labels of fields and texts. It knows no address,
 * and counts what it presses and fills in.
 */
export const labelWalker = (page: Page) => {
  const used = { clicks: 0, fields: 0 }
  const named = (part: Part, name: Name) => page.getByRole(part, { name })
  const holding = (part: Part, text: Name) => page.getByRole(part).filter({ hasText: text })
  return {
    used,
    ...handIn(page, used),
    /** A part with an accessible name. */
    inside: (part: Part, name: Name) => handIn(shown(named(part, name)), used),
    /** A part that is recognized by a text in it. */
    beside: (part: Part, text: Name) => handIn(shown(holding(part, text)), used),
    /** Waits for the download that the press starts. */
    download: async (act: () => Promise<void>) => {
      const begun = page.waitForEvent('download')
      await act()
      return (await begun).suggestedFilename()
    },
    arrive: (title: Name) => expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible(),
  }
}

export type LabelWalker = ReturnType<typeof labelWalker>
