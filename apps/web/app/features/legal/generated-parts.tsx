import { SUPPORT_RESPONSE_HOURS } from '@slipstream/contract/legal'
import { FactList } from './fact-list.tsx'
import { TextLink } from './policy-links.tsx'
import type { PolicyStore } from './policy-store.ts'

/** How soon support replies. */
export const SupportTimes = () => (
  <FactList
    facts={[
      ['General questions', `${SUPPORT_RESPONSE_HOURS.general} hours`],
      ['Refunds', `${SUPPORT_RESPONSE_HOURS.refunds} hours`],
      ['Privacy', `${SUPPORT_RESPONSE_HOURS.privacy} hours`],
    ]}
  />
)

export const Redownloads = ({ downloadWindowDays: days, renewals }: PolicyStore) => {
  if (days === 0) {
    return (
      <ul>
        <li>
          Re-download links are <strong>free</strong> and do not expire.
        </li>
      </ul>
    )
  }
  return (
    <ul>
      <li>
        Re-download links are <strong>free for {days} days</strong> from the purchase.
      </li>
      <li>
        {renewals === 'one-click'
          ? `After that, one click on “Renew link” gives you ${days} more days, at no charge. `
          : `After that, write to our support team, and they give you ${days} more days, at no charge. `}
        You do not lose what you paid for.
      </li>
      <li>When a new release comes out, the free days start again for every owner.</li>
    </ul>
  )
}

export const ExpiredLinks = ({ downloadWindowDays: days, renewals }: PolicyStore) => {
  const locker = <TextLink to="/mod-locker">My Purchases</TextLink>
  if (days === 0) return <p>Re-download links in {locker} are free and do not run out.</p>
  return (
    <p>
      Then you need no refund. Re-download links are free for {days} days. When they run out,{' '}
      {renewals === 'one-click' ? (
        <>
          one click on “Renew link” in {locker} gives you {days} more days, at no charge.
        </>
      ) : (
        `our support team gives you ${days} more days, at no charge.`
      )}
    </p>
  )
}
