import type { VisitingOrder } from '../../../core/ik/request/orders.ts';

/** The orders in which joints can be visited, in words: what each does to a pulled hand or foot. */
export const ORDER_OPTIONS: readonly { readonly value: VisitingOrder; readonly label: string; readonly hint: string }[] = [
  { value: 'smartBounce', label: 'Smart bounce', hint: 'The arm or leg alone while it can reach; then the body leans in.' },
  { value: 'bounce', label: 'Bounce', hint: 'Movement stays near the hand or foot; the body hardly follows.' },
  { value: 'backward', label: 'Backward', hint: 'Elbow or knee first, then up: each joint follows less than the one before it.' },
  { value: 'forward', label: 'Forward', hint: 'All joints up to the hips move alike.' },
  { value: 'bounceFromRoot', label: 'Bounce from the root', hint: 'Movement stays near the hips; the arm or leg hardly bends.' },
  { value: 'largestErrorFirst', label: 'Largest error first', hint: 'Each joint moves as much as it would help by itself.' },
];

export function orderLabel(order: VisitingOrder): string {
  return ORDER_OPTIONS.find(({ value }) => value === order)?.label ?? order;
}
