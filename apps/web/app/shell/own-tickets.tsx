import { useLocker } from '#features/locker/locker.queries.ts'
import { TicketDesk } from '#features/tickets/ticket-desk.tsx'
import { TicketAnswers } from './ticket-answers.tsx'

interface OwnTicketsProps {
  title: string
  storeName: string
  gameName: string
  isPremium: boolean
}

/** The tickets of a customer, together with the mods they may be about. */
const OwnTickets = (props: OwnTicketsProps) => {
  const { data: locker } = useLocker()
  return (
    <TicketDesk
      {...props}
      mods={locker?.items ?? []}
      answers={({ modId, title }) => <TicketAnswers modId={modId} title={title} gameName={props.gameName} />}
    />
  )
}

export default OwnTickets
