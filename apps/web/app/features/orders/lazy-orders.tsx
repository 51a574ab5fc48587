import { lazy } from 'react'

/** Loaded only for customers with orders. */
export const LazyOrderPage = lazy(() => import('./order-page.tsx'))
export const LazyOrderList = lazy(() => import('./order-list.tsx'))
