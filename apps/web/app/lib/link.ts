/**
 * The router's ways to another page, for addresses that the route table knows: a link to a page that does not exist does
 * not compile. An address made at run time is given its type where it is made.
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

/** The showcase of components has a route in development only. */
type PagePath = Exclude<keyof Register['pages'], `${string}*`> | '/debug-ui'
/** Pages are about things that have numbers. */
type Filled<Path extends string> = Path extends `${infer Before}/:${string}` ? `${Before}/${number}` : Path
type Pathname = Filled<PagePath>
type Suffix = `?${string}` | `#${string}`

/** An address of one of the store's pages. A suffix alone stays on the page. */
export type PageAddress = Pathname | `${Pathname}${Suffix}` | Suffix

/** An address of another place on the page, or of the page in another state. */
interface Place {
  search?: string
  hash?: string
}
type Target = PageAddress | Place

export const Link: (props: Omit<LinkProps, 'to'> & { to: Target }) => ReactNode = RouterLink
export const NavLink: (props: Omit<NavLinkProps, 'to'> & { to: Target }) => ReactNode = RouterNavLink
export const useNavigate: () => (to: Target, options?: NavigateOptions) => void | Promise<void> = useRouterNavigate
