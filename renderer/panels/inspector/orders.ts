import type { VisitingOrder } from '../../../core/ik/request/orders.ts';

/** The orders in which joints can be visited, in words. */
export const ORDER_OPTIONS: readonly { readonly value: VisitingOrder; readonly label: string; readonly hint: string }[] = [
  { value: 'smartBounce', label: 'Smart bounce', hint: 'The arm alone moves while it can reach, then the trunk leans.' },
  { value: 'bounce', label: 'Bounce', hint: 'Movement stays near the hand or foot.' },
  { value: 'backward', label: 'Backward', hint: 'Most movement near the hand or foot.' },
  { value: 'forward', label: 'Forward', hint: 'All joints move, the trunk first.' },
  { value: 'bounceFromRoot', label: 'Bounce from the root', hint: 'Movement stays near the hips.' },
  { value: 'largestErrorFirst', label: 'Largest error first', hint: 'The joint that helps most goes next.' },
];

export function orderLabel(order: VisitingOrder): string {
  return ORDER_OPTIONS.find(({ value }) => value === order)?.label ?? order;
}
