import { When } from '../../kit/when.tsx'

export const Day = ({ at }: { at: string | undefined }) => <When at={at} style="date" />
