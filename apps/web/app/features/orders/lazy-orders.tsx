import { lazy } from 'react'

/** Only for who has bought something. */
export const LazyOrderPage = lazy(() => import('./order-page.tsx'))
export const LazyOrderList = lazy(() => import('./order-list.tsx'))
