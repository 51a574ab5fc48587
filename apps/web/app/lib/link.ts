/**
 * The router's link and navigation, typed by the route table: a link to a page that does not exist does not compile. An
 * address built at run time is typed where it is built.
 */
import type { ReactNode } from 'react'
import {
  Link as RouterLink,
  type LinkProps,
  NavLink as RouterNavLink,
  type NavLinkProps,
  type NavigateOptions,
  type Register,
  useNavigate as useRouterNavigate,
} from 'react-router'

/** The component gallery has a route in development only. */
type PagePath = Exclude<keyof Register['pages'], `${string}*`> | '/debug-ui'
/** Path parameters of pages are numeric ids. */
type Filled<Path extends string> = Path extends `${infer Before}/:${string}` ? `${Before}/${number}` : Path
type Pathname = Filled<PagePath>
type Suffix = `?${string}` | `#${string}`

/** An address of one of the store's pages. A suffix alone stays on the page. */
export type PageAddress = Pathname | `${Pathname}${Suffix}` | Suffix

/** A fragment or a query of the current page. */
interface Place {
  search?: string
  hash?: string
}
type Target = PageAddress | Place

export const Link: (props: Omit<LinkProps, 'to'> & { to: Target }) => ReactNode = RouterLink
export const NavLink: (props: Omit<NavLinkProps, 'to'> & { to: Target }) => ReactNode = RouterNavLink
export const useNavigate: () => (to: Target, options?: NavigateOptions) => void | Promise<void> = useRouterNavigate
