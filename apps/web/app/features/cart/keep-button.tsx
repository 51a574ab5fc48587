import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Cents, formatUsd } from '@slipstream/contract/money'
import { Button } from '#ui/button.tsx'
import { addToCart } from './add-to-cart.ts'

interface KeepButtonProps {
  modId: number
  title: string
  /** The current price. */
  price: Cents
}

/** For members: buys a mod that Premium includes, so that it stays when Premium ends. */
const KeepButton = ({ modId, title, price }: KeepButtonProps) => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const keep = async () => {
    setBusy(true)
    await addToCart(client, { modId, title, isSignedIn: true, buyToKeep: true })
    setBusy(false)
  }
  return (
    <Button
      variant="outline"
      size="sm"
      isLoading={isBusy}
      aria-label={`Buy to keep for ${formatUsd(price)}: ${title}`}
      onClick={() => void keep()}
    >
      Buy to keep for {formatUsd(price)}
    </Button>
  )
}

export default KeepButton
