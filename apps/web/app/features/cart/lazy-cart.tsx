export const loadAddToCart = () => import('./add-to-cart.ts')
