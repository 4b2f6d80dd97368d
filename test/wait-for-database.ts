/** Tests are loaded while the server of their databases starts: the first of them begins once it answers. */
import { waitUntilAnswered } from '../tools/postgres.ts'

export default async function setup(): Promise<void> {
  const { TEST_DATABASE_URL } = process.env
  if (TEST_DATABASE_URL) await waitUntilAnswered(TEST_DATABASE_URL)
}
