export const LinkSent = ({ to }: { to: string }) => (
  <>
    We sent a link to <strong className="font-medium [overflow-wrap:anywhere]">{to}</strong>. It works for 24 hours.
  </>
)
