export interface Product {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** In naira, as text: a float cannot hold 0.10. */
  readonly price: string;
}

export const PRODUCTS: readonly Product[] = [
  {
    id: 'board',
    name: 'Oware board',
    about: 'Carved from one piece of iroko. Twelve houses, two stores.',
    price: '18500.00',
  },
  { id: 'seeds', name: 'Bag of 48 seeds', about: 'Nickernuts, polished by hand.', price: '2500.00' },
  { id: 'bowl', name: 'Calabash bowl', about: 'For the seeds that you capture.', price: '4000.00' },
];
