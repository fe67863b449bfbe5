/**
 * Begins the lane of every delivery over a connection: behind it stand directory and name of the file. By it one sees whether files
 * are on their way.
 */
export function deliveryLanes(connectionId: string): string {
  return `deliver:${connectionId}:`;
}
