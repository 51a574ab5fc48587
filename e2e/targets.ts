import type { Page } from '@playwright/test'

/** Smaller than this, a finger misses it (WCAG 2.5.8). */
const LEAST = 24

/**
 * Controls of the open page that are too small: less than 24 pixels wide or high, with a 24-pixel circle around their
 * center that touches another control, or the circle of another small one. Links within a text are exempt.
 */
export const smallTargets = (page: Page) =>
  page.evaluate((least) => {
    const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]'
    const isThere = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[inert], [aria-hidden=true], :disabled, [data-radix-scroll-area-viewport]')
    /** Only for screen readers until it has the focus. */
    const isHidden = ({ width, height }: DOMRect) => width <= 1 || height <= 1
    const isInText = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some((node) => node !== element && node.textContent?.trim())
    /** A press on its label works, too. */
    const boxOf = (element: Element) => {
      const label =
        element.closest('label') ?? (element.id ? document.querySelector(`label[for="${element.id}"]`) : null)
      const own = element.getBoundingClientRect()
      if (!label || !element.matches('input')) return own
      const around = label.getBoundingClientRect()
      const [left, top] = [Math.min(own.left, around.left), Math.min(own.top, around.top)]
      return new DOMRect(left, top, Math.max(own.right, around.right) - left, Math.max(own.bottom, around.bottom) - top)
    }
    const targets = [...document.querySelectorAll(CONTROLS)]
      .filter(isThere)
      .map((element) => ({ element, box: boxOf(element) }))
      .filter(({ box }) => !isHidden(box))
    // Half a pixel is lost by rounding.
    const isSmall = ({ width, height }: DOMRect) => width < least - 0.5 || height < least - 0.5
    const isNear = (one: DOMRect, other: DOMRect) => {
      const [x, y] = [one.x + one.width / 2, one.y + one.height / 2]
      const small = isSmall(other)
      const [left, right] = small ? [other.x + other.width / 2, other.x + other.width / 2] : [other.left, other.right]
      const [top, bottom] = small ? [other.y + other.height / 2, other.y + other.height / 2] : [other.top, other.bottom]
      const distance = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
      return distance < (small ? least : least / 2) - 0.5
    }
    return targets
      .filter(({ element, box }) => isSmall(box) && !isInText(element))
      .filter(({ element, box }) =>
        targets.some(
          (other) => !other.element.contains(element) && !element.contains(other.element) && isNear(box, other.box),
        ),
      )
      .map(({ element, box }) => {
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''
        return `${element.tagName.toLowerCase()} "${name}" ${Math.round(box.width)}x${Math.round(box.height)}`
      })
  }, LEAST)

/** The height of a fingertip (WCAG 2.5.5). */
const FINGERTIP = 44

/** Buttons and fields of the open page, and the header's links, that are lower than a fingertip. */
export const lowControls = (page: Page) =>
  page.evaluate((least) => {
    const CONTROLS =
      'button, select, textarea, input:not([type=hidden], [type=checkbox], [type=radio]), header a:has(svg):not(:has(span))'
    return [...document.querySelectorAll(CONTROLS)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && box.height < least - 0.5)
      .map(({ element, box }) => {
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''
        return `${element.tagName.toLowerCase()} "${name}" ${Math.round(box.width)}x${Math.round(box.height)}`
      })
  }, FINGERTIP)
