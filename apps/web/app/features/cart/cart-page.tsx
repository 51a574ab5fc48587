import { useEffect, useRef } from 'react'
import { cx } from '#ui/cx.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { CartLines, CartSkeleton, CartSummary, cartSubtitle, EmptyCart } from './cart-contents.tsx'
import { useCart, useClearCart } from './cart.queries.ts'

/** The cart as a page. */
export const CartPage = () => {
  const { items, isLoading } = useCart()
  const clearing = useClearCart()
  const subtitle = useKeptFocus(items.length)
  return (
    <>
      <p ref={subtitle} tabIndex={-1} className="mt-2 w-fit text-muted" role="status">
        {cartSubtitle(items, isLoading)}
      </p>
      <div
        className={cx(
          'mt-8 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:gap-12',
          (isLoading || items.length > 0) && 'lg:grid-cols-[minmax(0,1fr)_22rem]',
        )}
      >
        <div className="surface rounded-2xl p-5 md:p-6">
          {isLoading && <CartSkeleton isLarge />}
          {!isLoading && items.length === 0 && <EmptyCart taken={clearing.taken} />}
          <CartLines items={items} isLarge />
        </div>
        {isLoading && <Skeleton className="h-44 rounded-2xl" />}
        {items.length > 0 && (
          <section aria-label="Summary" className="surface rounded-2xl p-5 md:p-6 lg:sticky lg:top-24">
            <CartSummary items={items} clearing={clearing} />
          </section>
        )}
      </div>
    </>
  )
}

/** Removing a line removes its focused button, so the focus moves to the top of the cart. */
const useKeptFocus = (count: number) => {
  const place = useRef<HTMLParagraphElement>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) place.current?.focus()
    before.current = count
  }, [count])
  return place
}
