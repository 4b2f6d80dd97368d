/**
 * The build writes this into the head of the visitors' pages, as a script of its own. What the server renders goes by the clock of the business; visitors
 * who live by another get more words once the app listens. Their room is there from the first paint, so that nothing moves away under a press.
 */

const toClock = (timeZone?: string): string => new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format()

const { dataset } = document.documentElement
const { businessZone } = dataset
if (businessZone !== undefined && businessZone !== Intl.DateTimeFormat().resolvedOptions().timeZone) {
  dataset.otherZone = ''
  try {
    if (toClock() !== toClock(businessZone)) dataset.otherClock = ''
  } catch {
    // A zone that this browser does not know: its own clock shows the times.
  }
}
