/** A bar whose length shows a share. The number is beside it. */
export const ShareBar = ({ share }: { share: number }) => (
  <span className="hidden h-1.5 w-24 overflow-hidden rounded-full bg-raised lg:block" aria-hidden="true">
    <span
      className="block h-full rounded-full bg-input"
      style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }}
    />
  </span>
)
