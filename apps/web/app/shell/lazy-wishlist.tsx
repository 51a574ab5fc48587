import { lazy } from 'react'

export const LazyWishlist = lazy(() => import('#features/wishlist/wishlist.tsx'))
